"""Tell which values are one object in Python: copies, views and references; audit a finished program for them."""

from nbgraph.core.staging.aliasing.audit import AliasError
from nbgraph.core.staging.aliasing.copies import CopyChangedError, ListCopyError, StoredListError
