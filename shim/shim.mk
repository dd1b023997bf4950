# The shim: the only C++ of the project.
.PHONY: shim
shim:
