"""The tokens of Rust source, for the scripts that check it. Not a script itself."""
import re
from collections import namedtuple

# `kind` is one of comment, string, char, lifetime, name, number, punctuation.
Token = namedtuple("Token", "kind text start line")

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<comment>//[^\n]*)
    | (?P<block>/\*)
    | (?P<string>(?:b|c)?r(?P<hashes>\#*)".*?"(?P=hashes) | (?:b|c)?"(?:\\.|[^"\\])*")
    | (?P<char>b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^\\'\n])')
    | (?P<lifetime>'\w+)
    | (?P<name>(?:r\#)?[^\W\d]\w*)
    | (?P<number>\d\w*(?:\.\d\w*)?)
    | (?P<punctuation>::|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_BLOCK_EDGE = re.compile(r"/\*|\*/")


def tokens(text):
    """All tokens of a source, comments included, spaces left out."""
    found, position, line = [], 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        kind, end = match.lastgroup, match.end()
        if kind == "block":
            kind, depth = "comment", 1
            while depth:
                edge = _BLOCK_EDGE.search(text, end)
                depth += 1 if edge.group() == "/*" else -1
                end = edge.end()
        piece = text[position:end]
        if kind != "space":
            found.append(Token(kind, piece, position, line))
        line += piece.count("\n")
        position = end
    return found
