"`import indexing_tools` in a new process, against an empty program: exit 1 at 0.2 s or more."
import subprocess
import sys
import time


def seconds(program: str, rounds: int = 7) -> float:
    "The best time of a new Python that runs `program`."
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        times.append(time.perf_counter() - start)
    return min(times)


taken = seconds("import indexing_tools") - seconds("pass")
print(f"import indexing_tools: {taken:.3f} s")
sys.exit(taken >= 0.2)
