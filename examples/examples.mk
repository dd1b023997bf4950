# The programs and examples.
.PHONY: programs
programs:
