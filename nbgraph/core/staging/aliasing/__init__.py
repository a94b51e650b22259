"""Which values are one object in Python: copies, views, references, and the audit of a finished program."""

from nbgraph.core.staging.aliasing.audit import AliasError
from nbgraph.core.staging.aliasing.copies import CopyChangedError, ListCopyError, StoredListError
