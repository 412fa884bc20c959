"""Data that comes through __arrow_c_stream__, from a small exporter of the tests' own (Debian 12 has no polars or pyarrow)."""
import ctypes
import gc

import mixmi
import numpy as np
import pytest


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


SCHEMA, ARRAY, STREAM = map(ctypes.POINTER, (Schema, Array, Stream))
release_schema, release_array, release_stream = (ctypes.CFUNCTYPE(None, kind) for kind in (SCHEMA, ARRAY, STREAM))
text, pointer, whole = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64
Schema._fields_ = [("format", text), ("name", text), ("metadata", text), ("flags", whole), ("n_children", whole),
                   ("children", ctypes.POINTER(SCHEMA)), ("dictionary", SCHEMA), ("release", release_schema),
                   ("private_data", pointer)]
Array._fields_ = [("length", whole), ("null_count", whole), ("offset", whole), ("n_buffers", whole), ("n_children", whole),
                  ("buffers", ctypes.POINTER(pointer)), ("children", ctypes.POINTER(ARRAY)), ("dictionary", ARRAY),
                  ("release", release_array), ("private_data", pointer)]
get_schema = ctypes.CFUNCTYPE(ctypes.c_int, STREAM, SCHEMA)
get_next = ctypes.CFUNCTYPE(ctypes.c_int, STREAM, ARRAY)
get_error = ctypes.CFUNCTYPE(pointer, STREAM)
WHY = ctypes.create_string_buffer(b"the producer gave up")
Stream._fields_ = [("get_schema", get_schema), ("get_next", get_next), ("get_last_error", get_error),
                   ("release", release_stream), ("private_data", pointer)]


class Frame:
    """Columns (name, format, [buffers], dictionary) in batches, each column a list of (length, buffers) a batch."""

    def __init__(self, columns, batches, fail=False):
        self.columns, self.batches, self.fail = columns, list(batches), fail
        self.kept, self.released, self.at = [], 0, 0

    def _released(self, struct):
        self.released += 1
        struct.contents.release = type(struct.contents.release)()

    def _schema(self, out, name, format_, children=(), dictionary=None):
        out.format, out.name, out.flags, out.n_children = format_.encode(), name.encode(), 2, len(children)
        structs = [self._schema(Schema(), *child) for child in children]
        links = (SCHEMA * max(1, len(structs)))(*map(ctypes.pointer, structs))
        out.children = links
        if dictionary is not None:
            words = self._schema(Schema(), *dictionary)
            out.dictionary, out.flags = ctypes.pointer(words), 3  # ordered
            self.kept.append(words)
        out.release = release_schema(self._released)
        self.kept += [structs, links, out.release]
        return out

    def _array(self, out, length, buffers, children=(), dictionary=None):
        held = [None if buffer is None else np.ascontiguousarray(buffer) for buffer in buffers]
        places = (pointer * max(1, len(held)))(*[None if b is None else b.ctypes.data for b in held])
        out.length, out.null_count, out.n_buffers, out.n_children = length, -1, len(held), len(children)
        out.buffers = places
        structs = [self._array(Array(), length, *child) for child in children]
        links = (ARRAY * max(1, len(structs)))(*map(ctypes.pointer, structs))
        out.children = links
        if dictionary is not None:
            words = self._array(Array(), *dictionary)
            out.dictionary = ctypes.pointer(words)
            self.kept.append(words)
        out.release = release_array(self._released)
        self.kept += [held, places, structs, links, out.release]
        return out

    def __arrow_c_stream__(self, requested_schema=None):
        def schema(stream, out):
            self._schema(out.contents, "", "+s", self.columns)
            return 0

        def following(stream, out):
            if self.fail:
                return 5
            if self.at == len(self.batches):
                out.contents.release = release_array()
                return 0
            self._array(out.contents, self.batches[self.at][0], [None], self.batches[self.at][1])
            self.at += 1
            return 0

        stream = Stream(get_schema(schema), get_next(following), get_error(lambda s: ctypes.addressof(WHY)),
                        release_stream(self._released))
        self.kept += [stream, stream.get_schema, stream.get_next, stream.get_last_error, stream.release]
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [pointer, text, pointer]
        return new(ctypes.addressof(stream), b"arrow_array_stream", None)


def texts(words):
    ends = np.cumsum([0] + [len(word) for word in words]).astype(np.int32)
    return ends, np.frombuffer("".join(words).encode() or b"\0", np.uint8)


def example():
    columns = [("x", "g"), ("n", "i"), ("word", "u"), ("flag", "b"), ("level", "c", (), ("", "u")), ("when", "tsu:")]
    batches = []
    for values, numbers, words, flags, codes, times in (
            ([0.5, np.nan, 2.5], [1, 2, 3], ["b", "a", "b"], 0b101, [2, 0, 1], [0, 10**6, 2 * 10**6]),
            ([3.5, 4.5], [4, 5], ["c", "a"], 0b10, [1, 1], [3 * 10**6, 4 * 10**6])):
        n = len(values)
        valid = np.array([0b11101 if n == 3 else 0b11], np.uint8)  # the second number of the first batch is null
        batches.append((n, [([None, np.array(values)],), ([valid, np.array(numbers, np.int32)],), ([None, *texts(words)],),
                            ([None, np.array([flags], np.uint8)],),
                            ([None, np.array(codes, np.int8)], (), (3, [None, *texts(["low", "mid", "high"])])),
                            ([None, np.array(times, np.int64)],)]))
    return Frame(columns, batches)


def test_a_stream_becomes_a_table():
    table = mixmi.Table(example())
    assert table.names == ["x", "n", "word", "flag", "level", "when"] and table.rows == 5
    assert table.values("x").tolist()[2:] == [2.5, 3.5, 4.5] and np.isnan(table.values("x")[1])
    assert np.isnan(table.values("n")[1]) and table.values("n").tolist()[2:] == [3, 4, 5]
    assert [table.labels("word")[code] for code in table.codes("word")] == ["b", "a", "b", "c", "a"]
    assert table.types == {"x": "numeric", "n": "numeric", "word": "discrete", "flag": "discrete", "level": "discrete",
                           "when": "numeric"}
    assert table.labels("level") == ["low", "mid", "high"] and table.codes("level").tolist() == [2, 0, 1, 1, 1]
    assert table.values("when").tolist() == [0, 1, 2, 3, 4] and table.describe().kind["when"] == "date"


def test_a_stream_is_asked_as_a_frame_is():
    plain = {"word": ["b", "a", "b", "c", "a"], "level": ["high", "low", "mid", "mid", "mid"]}
    assert repr(mixmi.cmi(example(), "word", "level").answer) == repr(mixmi.cmi(plain, "word", "level").answer)


def test_types_and_columns_are_chosen():
    table = mixmi.Table(example(), only=["n", "word"], discrete="n")
    assert table.names == ["n", "word"] and table.types["n"] == "discrete"


def test_what_a_stream_hands_over_is_released():
    frame = example()
    mixmi.Table(frame)
    gc.collect()
    assert frame.released >= 4  # the stream, its schema and two batches


def test_a_stream_that_fails_says_why():
    frame = example()
    frame.fail = True
    with pytest.raises(mixmi.Error, match="gave up"):
        mixmi.Table(frame)
    assert frame.released >= 1
