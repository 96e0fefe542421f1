"""What the page knows of the wire: TypeScript declarations of every message, made from the structs themselves. `python -m grognard.table.declarations` writes them anew."""

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct
from msgspec import inspect as kinds

from grognard.table.wire import OVER_HTTP, FromPage, ToPage

DECLARATIONS = Path(__file__).parent / "static" / "wire.d.ts"


def declarations() -> str:
    """TypeScript declarations of all messages, for checking the page."""
    structs: dict[str, type[Struct]] = {}
    for kind in (*get_args(FromPage), *get_args(ToPage), *OVER_HTTP):
        _collect(kind, structs)
    lines = ["// Made from wire.py by `python -m grognard.table.declarations`; do not edit.", ""]
    for name, kind in structs.items():
        lines += _interface(name, kind)
    lines.append("export type FromPage = " + " | ".join(kind.__name__ for kind in get_args(FromPage)) + ";")
    lines.append("export type ToPage = " + " | ".join(kind.__name__ for kind in get_args(ToPage)) + ";")
    return "\n".join(lines) + "\n"


def _collect(kind: Any, structs: dict[str, type[Struct]]) -> None:
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind.__name__ in structs:
            return
        structs[kind.__name__] = kind
        for field in msgspec.structs.fields(kind):
            _collect(field.type, structs)
    for inner in get_args(kind):
        _collect(inner, structs)


def _interface(name: str, kind: type[Struct]) -> list[str]:
    config = kind.__struct_config__
    about = (kind.__doc__ or "").strip().splitlines()
    lines = [f"/** {about[0]} */"] if about else []
    lines.append(f"export interface {name} {{")
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    for field in msgspec.structs.fields(kind):
        # What may be left out by whoever writes it may be missing for whoever reads it.
        optional = "?" if not field.required and (config.omit_defaults or config.forbid_unknown_fields) else ""
        lines.append(f"  {field.encode_name}{optional}: {_typescript(kinds.type_info(field.type))};")
    return [*lines, "}", ""]


def _typescript(kind: kinds.Type) -> str:
    match kind:
        case kinds.StrType():
            return "string"
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.BoolType():
            return "boolean"
        case kinds.NoneType():
            return "null"
        case kinds.ListType() | kinds.VarTupleType():
            inner = _typescript(kind.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case kinds.TupleType():
            return "[" + ", ".join(map(_typescript, kind.item_types)) + "]"
        case kinds.DictType():
            return f"{{ [key: string]: {_typescript(kind.value_type)} }}"
        case kinds.UnionType():
            return " | ".join(map(_typescript, kind.types))
        case kinds.StructType():
            return kind.cls.__name__
        case kinds.LiteralType():
            return " | ".join(msgspec.json.encode(value).decode() for value in kind.values)
        case kinds.EnumType():
            return " | ".join(msgspec.json.encode(member.value).decode() for member in kind.cls)
        case _:
            return "unknown"


def main() -> None:
    """Write the declarations anew."""
    DECLARATIONS.write_text(declarations(), encoding="utf-8")
    sys.stdout.write(f"wrote {DECLARATIONS.name}\n")


if __name__ == "__main__":
    main()
