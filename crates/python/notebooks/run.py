"""Executes the notebooks, in the folder where they are, and fails if a cell of one does.

    python run.py [NOTEBOOK…]
"""

import sys
import time
from pathlib import Path

import nbclient
import nbformat


def main(names: list[str]) -> None:
    folder = Path(__file__).resolve().parent
    for path in map(Path, names) if names else sorted(folder.glob("*.ipynb")):
        begun = time.monotonic()
        book = nbformat.read(path, as_version=4)
        nbformat.validate(book)
        nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
        cells = sum(cell.cell_type == "code" for cell in book.cells)
        print(f"{path.name}: {cells} cells, {time.monotonic() - begun:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
