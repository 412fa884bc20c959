/** Options by the names of the command, in camel case: { maxCond: 2 } is --max-cond 2. Columns are names or positions from 1. */
export type Column = string | number;
export type Options = Record<string, string | number | boolean | null | undefined | (string | number)[]>;
export interface Question extends Options {
  x: Column | Column[];
  y: Column | Column[];
  z?: Column | Column[];
}
export interface Call {
  /** Files named in options, such as background knowledge. */
  files?: Record<string, Uint8Array>;
  onProgress?: (line: string) => void;
  /** Cancels the run; the promise is rejected with a MixmiError of code 4. */
  signal?: AbortSignal;
}
export interface Finished {
  code: number;
  out: string;
  err: string;
  files: Record<string, Uint8Array>;
}
export interface Table {
  name: string;
  bytes: Uint8Array;
  options: Options;
  /** The answer of `mixmi describe --json`. */
  description: Record<string, unknown>;
}
/** The fields of every answer to a question; null is a number that the method does not provide. */
export interface Answer {
  verdict: "detected" | "not_detected" | "undecided" | null;
  p: number | null;
  alpha: number | null;
  statistic: number | null;
  estimate: number | null;
  lower: number | null;
  upper: number | null;
  confidence: number | null;
  standard_error: number | null;
  strength: number | null;
  strength_max: number | null;
  rows: number | null;
  rows_dropped: number | null;
  comparable: number | null;
  df: number | null;
  corrected: number | null;
  permutations: number | null;
  /** Further keys, see docs/reference/json.md. */
  [key: string]: unknown;
}
/** The answer to one question. */
export interface Answered extends Answer {
  schema_version: 2;
  units: "nats" | "bits";
  method: string;
}
/** Answers in the order of evidence. */
export interface Pairs {
  schema_version: 2;
  answers: (Answer & { x: string[]; y: string[]; z: string[]; p_holm: number | null; p_bh: number | null })[];
  [key: string]: unknown;
}
export declare class MixmiError extends Error {
  code: number;
}
export declare class Mixmi {
  read(file: File | { name: string; bytes: Uint8Array }, options?: Options, call?: Call): Promise<Table>;
  run(args: string[], call?: Call & { wanted?: string[] }): Promise<Finished>;
  ask(command: string, table: Table, options?: Options, call?: Call): Promise<Record<string, unknown>>;
  cmi(table: Table, question: Question, call?: Call): Promise<Answered>;
  test(table: Table, question: Question, call?: Call): Promise<Answered>;
  entropy(table: Table, options?: Options, call?: Call): Promise<Record<string, unknown>>;
  pairs(table: Table, options?: Options, call?: Call): Promise<Pairs>;
  graph(table: Table, options?: Options, call?: Call): Promise<Record<string, unknown>>;
  blanket(table: Table, options: Options & { target: Column }, call?: Call): Promise<Record<string, unknown>>;
  select(table: Table, options: Options & { target: Column }, call?: Call): Promise<Record<string, unknown>>;
  histogram(table: Table, options?: Options, call?: Call): Promise<Record<string, unknown>>;
  report(table: Table, options?: Options, call?: Call): Promise<string>;
  close(): void;
}
/** `makeWorker` and `bytes` are for single-file pages; by default the package's own files are loaded. */
export declare function createMixmi(settings?: { makeWorker?: () => Worker; bytes?: BufferSource | Promise<BufferSource> }): Mixmi;
export declare function argumentsOf(options?: Options): string[];
