"""The schemas of the API, made from the shapes of its answers; FastAPI checks and shows them."""

import inspect
import types
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Field, create_model


def schema_of(hint: Any) -> Any:
    """Return a type for FastAPI: in it, every shape (TypedDict) is replaced by a model."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is None:
        return _model_of(hint) if hasattr(hint, "__required_keys__") else hint
    if origin in (Annotated, NotRequired):
        return schema_of(arguments[0])
    replaced = tuple(schema_of(each) for each in arguments)
    return reduce(or_, replaced) if origin in (Union, types.UnionType) else origin[replaced]


@cache
def _model_of(shape: type) -> type[BaseModel]:
    hints = get_type_hints(shape, include_extras=True)
    fields: Any = {_attribute(name): _field(shape, name, hint) for name, hint in hints.items()}
    doc = inspect.getdoc(shape)
    return create_model(shape.__name__, __doc__=doc, __module__=__name__, **fields)


def _attribute(name: str) -> str:
    """Return the name of a model's attribute: a key may be a keyword of Python."""
    return f"{name}_" if name in ("in", "from") else name


def _field(shape: Any, name: str, hint: Any) -> tuple[Any, Any]:
    if get_origin(hint) is NotRequired:
        hint = get_args(hint)[0]
    description = hint.__metadata__[0] if get_origin(hint) is Annotated else None
    default = None if name in shape.__optional_keys__ else ...
    alias = None if _attribute(name) == name else name
    return schema_of(hint), Field(default, alias=alias, description=description)
