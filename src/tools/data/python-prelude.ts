/**
 * Runs the code that comes by standard input as if it were a file, so that tracebacks show its lines. When it ends, figures that
 * matplotlib still has open are saved, unless the code saved some itself.
 */
export const PYTHON_PRELUDE = `
import atexit, linecache, os, sys

def save_figures():
    pyplot = sys.modules.get("matplotlib.pyplot")
    folder = os.environ["KEELSON_FIGURES"]
    if pyplot is None or os.listdir(folder):
        return
    for number in pyplot.get_fignums():
        pyplot.figure(number).savefig(os.path.join(folder, "figure-%d.png" % number), bbox_inches="tight")

def hide_prelude(kind, error, trace):
    import traceback
    traceback.print_exception(kind, error, trace.tb_next if trace else None)

code = sys.stdin.buffer.read().decode("utf-8")
linecache.cache["<code>"] = (len(code), None, code.splitlines(True), "<code>")
atexit.register(save_figures)
sys.excepthook = hide_prelude
sys.argv = ["<code>"]
exec(compile(code, "<code>", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
`
