"""A file system of a few megabytes that a test can fill and free again, below a folder.

It is mounted in a namespace of this process and its children, so it is gone with them, however they end.
"""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from mesh import Failure

FILLER = "filler"
INSIDE = "HEUAN_SMALL_DISK"


def enter() -> None:
    """Starts this program again where it may mount. Returns in that second run. Root needs no user namespace."""
    if os.environ.get(INSIDE):
        return
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    if subprocess.run([*unshare, "true"], check=False, capture_output=True).returncode:
        raise Failure("no file system can be mounted here: it takes root, or user namespaces (unshare --user)")
    os.execvpe(unshare[0], [*unshare, sys.executable, *sys.argv], os.environ | {INSIDE: "1"})


class SmallDisk:
    """Use in a `with` block, after `enter`. `folder` is made where it is missing, and belongs to `owner` if one is named."""

    def __init__(self, folder: Path, megabytes: int, owner: str | None = None):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder], check=True)
        if owner:
            subprocess.run(["chown", f"{owner}:", folder], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Lazy: what still has a file open there ends in its own time.
        subprocess.run(["umount", "--lazy", self.folder], check=False)

    def fill(self) -> None:
        """Takes the last byte. What grows meanwhile takes it first."""
        with contextlib.suppress(OSError), (self.folder / FILLER).open("ab", buffering=0) as filler:
            for size in (1 << 20, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while filler.write(b"\0" * size) == size:
                        pass

    def free(self) -> None:
        (self.folder / FILLER).unlink(missing_ok=True)

    def free_bytes(self) -> int:
        about = os.statvfs(self.folder)
        return about.f_bavail * about.f_bsize
