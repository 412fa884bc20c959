// A program of a user, which the compiler of TypeScript must accept against the types of the package; the lines after @ts-expect-error are
// mistakes that it must find.

import { argumentsOf, createMixmi, Mixmi, MixmiError, type Call, type Question, type Table } from "mixmi";

export async function ask(file: File, signal: AbortSignal): Promise<number> {
  const mixmi: Mixmi = createMixmi();
  const call: Call = { signal, onProgress: (line) => console.log(line.length) };
  try {
    const table: Table = await mixmi.read(file, { discrete: ["race"], missing: "n.a." }, call);
    const question: Question = { x: "a", y: ["b", 3], z: [], alpha: 0.05 };
    const answer = await mixmi.test(table, question, call);
    const found: number = answer.verdict === "detected" && answer.lower !== null ? answer.lower : answer.upper ?? 0;
    const first = (await mixmi.pairs(table, { adjust: "holm" })).answers[0];
    // @ts-expect-error the words of 0.2 are gone
    if (answer.verdict === "dependent") throw new Error();
    const page: string = await mixmi.report(table, { graph: "no" });
    const blanket = await mixmi.blanket(table, { target: "b" });
    // @ts-expect-error a question needs Y
    await mixmi.cmi(table, { x: "a" });
    // @ts-expect-error a blanket is that of a target
    await mixmi.blanket(table, {});
    // @ts-expect-error columns are names or positions
    await mixmi.cmi(table, { x: { name: "a" }, y: "b" });
    return found + (first?.p_holm ?? 1) + Object.keys(answer).length + page.length + Object.keys(blanket).length + argumentsOf({ maxCond: 2 }).length;
  } catch (error) {
    if (error instanceof MixmiError) return error.code;
    throw error;
  } finally {
    mixmi.close();
  }
}
