"""The modules of a Rust crate and what they use of each other. Not a script itself.

A path in the code of a module, outside `#[cfg(test)]`, is a use of the module that defines what the
path leads to. Re-exports are followed. The method of a value names no path and is not seen.
"""
from collections import defaultdict

from rust_source import tokens

DEFINERS = {"fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules"}
TO_SEMICOLON = {"use", "const", "static", "type", "let", "extern"}
OPEN = {"(": ")", "[": "]", "{": "}"}


class Module:
    """A module: its place, its code without tests, and the names in it."""

    def __init__(self, path, file, folder, parent):
        self.path = path  # names from the root, a tuple
        self.file = file
        self.folder = folder  # where files of its children lie
        self.parent = parent
        self.children = {}
        self.defined = set()
        self.imports = {}  # name -> path as written, a tuple
        self.globs = []  # paths of `use …::*`
        self.code = []  # tokens of its own, without `use` and inner modules
        self.uses = []  # (path as written, is it a glob, is it a re-export)

def matching(code, start):
    """The index of the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(code)):
        if code[index].kind == "punctuation":
            depth += code[index].text in OPEN
            depth -= code[index].text in OPEN.values()
            if depth == 0:
                return index
    raise ValueError(f"line {code[start].line}: a bracket is not closed")


def end_of_item(code, start):
    """The index after the item, statement or field that begins at `start`."""
    words = [token.text for token in code[start : start + 4]]
    while words and words[0] == "pub":
        words = words[1:]
    is_field = len(words) > 1 and words[1] == ":"
    to_semicolon = bool(words) and words[0] in TO_SEMICOLON and "fn" not in words
    index = start
    while index < len(code):
        text = code[index].text if code[index].kind == "punctuation" else ""
        if text in OPEN:
            index = matching(code, index)
            if text == "{" and not to_semicolon:
                return index + 1
        elif text == ";" or text == "," and is_field:
            return index + 1
        elif text in OPEN.values():
            return index
        index += 1
    return index


def is_test(attribute):
    """Whether an attribute keeps its item to tests: `cfg(test)` or `cfg(all(test, …))`."""
    words = [token.text for token in attribute]
    return words[:3] in (["cfg", "(", "test"], ["test"]) or (
        words[:4] == ["cfg", "(", "all", "("] and "test" in words and "any" not in words
    )


def without_tests(code):
    """The code without attributes and without items that are for tests only."""
    kept, index = [], 0
    while index < len(code):
        if code[index].text != "#" or index + 1 == len(code):
            kept.append(code[index])
            index += 1
            continue
        inner = code[index + 1].text == "!"
        opening = index + 1 + inner
        if code[opening].text != "[":
            kept.append(code[index])
            index += 1
            continue
        closing = matching(code, opening)
        test = is_test(code[opening + 1 : closing])
        if inner and test:
            return kept
        index = closing + 1
        if test:
            while index + 1 < len(code) and code[index].text == "#" and code[index + 1].text == "[":
                index = matching(code, index + 1) + 1
            index = end_of_item(code, index)
    return kept


def use_tree(code, prefix=()):
    """The (path, name) pairs of the tokens of a use tree; the name of a glob is `*`."""
    path, index = list(prefix), 0
    while index < len(code):
        text = code[index].text
        if text == "{":
            pairs, part, depth = [], [], 0
            for token in code[index + 1 : matching(code, index)]:
                depth += token.text == "{"
                depth -= token.text == "}"
                if token.text == "," and depth == 0:
                    pairs += use_tree(part, path)
                    part = []
                else:
                    part.append(token)
            return pairs + (use_tree(part, path) if part else [])
        if text == "*":
            return [(tuple(path), "*")]
        if text == "as":
            return [(tuple(path), code[index + 1].text)]
        if text != "::":
            if text != "self" or not path:
                path.append(text)
        index += 1
    return [(tuple(path), path[-1])] if path else []


def read(module, code, crate):
    """Fills in a module from its code, and reads its children."""
    crate[module.path] = module
    index, depth, public = 0, 0, False
    while index < len(code):
        text, kind = code[index].text, code[index].kind
        following = code[index + 1].text if index + 1 < len(code) else ""
        at_item = kind == "name" and (index == 0 or code[index - 1].text not in ("::", ".", "$"))
        if at_item and text == "mod" and index + 2 < len(code):
            index = read_child(module, code, index, crate)
            continue
        if at_item and text == "use":
            end = end_of_item(code, index)
            for path, name in use_tree(code[index + 1 : end - 1]):
                module.uses.append((path, name == "*", public))
                if name == "*":
                    module.globs.append(path)
                else:
                    module.imports[name] = path
            index, public = end, False
            continue
        if at_item and text == "pub":
            public = True
            if following == "(":
                index = matching(code, index + 1) + 1
                continue
        elif depth == 0 and at_item and text in DEFINERS:
            name = code[index + 2].text if following in ("!", "mut") else following
            module.defined.add(name)
            public = False
        elif kind == "punctuation" and text in OPEN:
            depth, public = depth + 1, False
        elif kind == "punctuation" and text in OPEN.values():
            depth, public = depth - 1, False
        elif kind == "punctuation" and text == ";":
            public = False
        module.code.append(code[index])
        index += 1


def read_child(module, code, index, crate):
    """Reads the module declared at `index`; the index after its declaration."""
    name, mark = code[index + 1].text, code[index + 2].text
    path = module.path + (name,)
    if mark == "{":
        closing = matching(code, index + 2)
        child = Module(path, module.file, module.folder / name, module)
        module.children[name] = child
        read(child, code[index + 3 : closing], crate)
        return closing + 1
    if mark != ";":
        module.code.append(code[index])
        return index + 1
    beside = module.folder / f"{name}.rs"
    file = beside if beside.exists() else module.folder / name / "mod.rs"
    # A file that lies elsewhere (#[path]) belongs to another crate, and is read with that.
    here = file.exists()
    child = Module(path, file if here else module.file, module.folder / name, module)
    module.children[name] = child
    read(child, source(file) if here else [], crate)
    return index + 3


def source(file):
    """The code of a file, without comments, attributes and tests."""
    text = file.read_text()
    return without_tests([token for token in tokens(text) if token.kind != "comment"])


def resolve(module, path, crate, seen=frozenset()):
    """The module that defines what a path leads to, and whether it is that module itself."""
    if (module.path, path) in seen:
        return None
    seen = seen | {(module.path, path)}
    here, rest = module, list(path)
    if rest and rest[0] in ("crate", "$crate"):
        here, rest = crate[()], rest[1:]
    elif rest and rest[0] in ("self", "super"):
        while rest and rest[0] in ("self", "super"):
            here = here.parent if rest.pop(0) == "super" else here
    elif not rest or not is_known(module, rest[0], crate, seen):
        return None
    while rest:
        name = rest[0]
        if name in here.children:
            here, rest = here.children[name], rest[1:]
            continue
        # A name that is imported from a crate of the same name (anyhow::anyhow) leads out of here.
        if name in here.imports and here.imports[name][:1] != (name,):
            return resolve(here, here.imports[name] + tuple(rest[1:]), crate, seen)
        if name not in here.defined:
            for glob in here.globs:
                found = resolve(here, glob, crate, seen)
                if found and found[1] and is_known(found[0], name, crate, seen):
                    return resolve(found[0], ("self", *rest), crate, seen)
        return here, False
    return here, True


def is_known(module, name, crate, seen):
    """Whether a name is one of a module's own: a child, an import or a definition."""
    if name in module.children or name in module.imports or name in module.defined:
        return True
    return any(
        found and found[1] and found[0] is not module and is_known(found[0], name, crate, seen)
        for found in (
            resolve(module, glob, crate, seen | {(module.path, name)})
            for glob in module.globs
            if (module.path, name) not in seen
        )
    )


def paths_in(code):
    """The paths of two or more names in code."""
    index = 0
    while index < len(code):
        if code[index].kind != "name" or index and code[index - 1].text in (".", "::"):
            index += 1
            continue
        path = [code[index].text]
        if index and code[index - 1].text == "$":
            path[0] = "$" + path[0]
        while index + 2 < len(code) and code[index + 1].text == "::":
            if code[index + 2].kind != "name":
                break
            path.append(code[index + 2].text)
            index += 2
        if len(path) > 1:
            yield tuple(path)
        index += 1


def edges(crate):
    """The uses of a crate: (user, used) -> the paths by which, without re-exports."""
    found = defaultdict(set)
    for module in crate.values():
        written = [(path, glob) for path, glob, public in module.uses if not public]
        written += [(path, False) for path in paths_in(module.code)]
        for path, glob in written:
            target = resolve(module, path, crate)
            if target is None or target[0] is module:
                continue
            used, is_module = target
            if not is_module or glob:
                found[module.path, used.path].add("::".join(path))
    return found


def read_crate(root_file):
    """All modules of a crate, by path."""
    crate = {}
    read(Module((), root_file, root_file.parent, None), source(root_file), crate)
    return crate
