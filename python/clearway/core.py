"""What lies between Python and the library: contexts, errors, and arrays that share memory.

An object of the library is freed when nobody refers to its Owner any more. Until then the owner's
finalizer holds what it needs (its context, the mesh under it), so that nothing is freed too early,
in whatever order Python's collector takes things apart. Arrays over memory of the library hold its
owner in the same way.
"""

import warnings
import weakref

import numpy as np

from ._native import ffi, lib

NONE = lib.CW_NONE
UINT32_MAX = 0xFFFFFFFF
VECTOR_2, VECTOR_3 = ffi.typeof("cw_vec2"), ffi.typeof("cw_vec3")


class Error(Exception):
    """What went wrong, in the library's words.

    status is one word: argument, memory, input, limit, format, invalid, cancelled, io, internal.
    """

    def __init__(self, message, status="argument"):
        super().__init__(message)
        self.status = status


class Owner:
    """Something of the library, at `pointer`; `free` is called with it when nobody needs it."""

    def __init__(self, pointer, free, *needed):
        self.pointer = pointer
        # At exit the system takes the memory back; a thread that still runs may be using it.
        weakref.finalize(self, _release, free, pointer, needed).atexit = False


def _release(free, pointer, needed):
    free(pointer)


class Reports:
    """What a context has to say while it works: warnings, progress, and what Python raised there."""

    def __init__(self, progress=None):
        self.progress = progress
        self.messages = []
        self.raised = None


def _keep(kind, raised, traceback):
    """What is raised in a report of progress is handed on when the call is back in Python.

    Ctrl-C may come before the first line of the function, so it cannot catch this itself.
    """
    ffi.from_handle(traceback.tb_frame.f_locals["user"]).raised = raised


@ffi.def_extern(name="cw_python_progress", error=False, onerror=_keep)
def _progress(user, stage, fraction):
    progress = ffi.from_handle(user).progress
    return progress is None or progress(ffi.string(stage).decode(), fraction) is not False


@ffi.def_extern(name="cw_python_log")
def _log(user, message):
    ffi.from_handle(user).messages.append(ffi.string(message).decode(errors="replace"))


class Context(Owner):
    """A context of the library. Ctrl-C stops what it works on, at the next report of progress."""

    def __init__(self, workers=1, progress=None):
        self._reports = Reports(progress)
        self._handle = ffi.new_handle(self._reports)
        config = ffi.new("cw_context_config *", lib.cw_context_config_default())
        config.workers = count_of("workers", workers)
        config.user = self._handle
        config.progress = lib.cw_python_progress
        config.log = lib.cw_python_log
        made = ffi.new("cw_context **")
        status = lib.cw_context_create(config, made)
        if status != lib.CW_OK:
            raise Error(f"workers: {workers} is not from 1 to 256"
                        if status == lib.CW_ERROR_ARGUMENT
                        else ffi.string(lib.cw_status_string(status)).decode(), status_word(status))
        super().__init__(made[0], lib.cw_context_free, self._handle)

    def check(self, status):
        """Raises what a call came to, if it failed; warnings of the library become Python's."""
        reports = self._reports
        raised, reports.raised = reports.raised, None
        messages, reports.messages = reports.messages, []
        for message in messages:
            warnings.warn(message, RuntimeWarning, stacklevel=4)
        if raised is not None:
            raise raised
        if status != lib.CW_OK:
            message = ffi.string(lib.cw_context_message(self.pointer)).decode(errors="replace")
            raise Error(message or ffi.string(lib.cw_status_string(status)).decode(),
                        status_word(status))

    def forget_progress(self):
        """The work is done: whoever wanted to hear of it need not live as long as the result."""
        self._reports.progress = None

    def own(self, pointer, free, *needed):
        """Something that is freed with this context, which lives as long."""
        return Owner(pointer, lambda owned: free(self.pointer, owned), self, *needed)


def status_word(status):
    """CW_ERROR_INPUT becomes "input"."""
    return ffi.string(ffi.cast("cw_status", status)).split("_")[-1].lower()


def count_of(name, value):
    """A whole number that the library can take."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        number = -1
    if isinstance(value, bool) or not 0 <= number <= UINT32_MAX or number != value:
        raise Error(f"{name}: {value!r} is no whole number from 0 on")
    return number


class _View:
    """Memory of the library as numpy knows it; the array that is made of it holds the owner."""

    def __init__(self, owner, pointer, shape, dtype):
        self.owner = owner
        self.__array_interface__ = {
            "version": 3, "shape": shape, "typestr": np.dtype(dtype).str,
            "data": (int(ffi.cast("uintptr_t", pointer)), True),
        }


def view(owner, pointer, shape, dtype):
    """A read-only array over memory of the library, without a copy."""
    if shape[0] == 0:
        array = np.empty(shape, dtype)
        array.setflags(write=False)
        return array
    return np.asarray(_View(owner, pointer, shape, dtype))


_PLAIN = {"double": "f8", "uint32_t": "u4", "uint64_t": "u8", "uint16_t": "u2", "uint8_t": "u1",
          "_Bool": "?"}


def dtype_of(kind):
    """The numpy type of a type of the library, of structs with the compiler's offsets."""
    if kind.kind == "array":
        return np.dtype((dtype_of(kind.item), (kind.length,)))
    if kind.kind == "enum":
        return np.dtype(f"u{ffi.sizeof(kind)}")
    if kind.kind != "struct":
        return np.dtype(_PLAIN[kind.cname])
    if kind in (VECTOR_2, VECTOR_3):
        return np.dtype(("f8", (len(kind.fields),)))
    return np.dtype({
        "names": [field for field, _ in kind.fields],
        "formats": [dtype_of(field.type) for _, field in kind.fields],
        "offsets": [field.offset for _, field in kind.fields],
        "itemsize": ffi.sizeof(kind),
    })


def copy(pointer, count, dtype):
    """A copy of an array of the library."""
    if count == 0:
        return np.empty(0, dtype)
    return np.frombuffer(ffi.buffer(pointer, count * dtype.itemsize), dtype).copy()


def as_vectors(array):
    """The memory of an (n, 3) array as vectors of the library; the array must live on."""
    return ffi.cast("cw_vec3 *", ffi.from_buffer(array))


def as_doubles(array):
    """The memory of an array of doubles; the array must live on."""
    return ffi.cast("double *", ffi.from_buffer(array))


def vector(values):
    """Two or three numbers of the library as an array."""
    if ffi.typeof(values) is VECTOR_2:
        return np.array((values.x, values.y))
    return np.array((values.x, values.y, values.z))
