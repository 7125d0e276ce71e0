#!/usr/bin/env python3
"""Makes words.txt: derive.py lao-eng-dictionary.csv lo_spellcheck_dict.txt > words.txt (README.md says where from)."""

import csv
import re
import sys


def fold(word: str) -> str:
    word = word.replace("ໜ", "ຫນ").replace("ໝ", "ຫມ")
    word = re.sub("[\u0ec8-\u0ecc]", "", word)
    return word.replace("ໍາ", "ຳ").replace("ຣ", "ລ").replace("\u0ebc", "ລ").replace("ໃ", "ໄ").replace("ເເ", "ແ")


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        words = [row["LaoWord"] for row in csv.DictReader(file)]
    with open(sys.argv[2], encoding="utf-8") as file:
        words += [line.strip() for line in file if not line.startswith("#")]
    folded = {fold(word.strip().replace("\u200b", "")) for word in words}
    lao = re.compile("[ກ-\u0ec6\u0ecd]{2,16}")
    print("\n".join(sorted(word for word in folded if lao.fullmatch(word))))


if __name__ == "__main__":
    main()
