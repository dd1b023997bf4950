/* config.h - what commands that learn numbers put into a model's config.json.
 */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli.h"

/* Sets members of "t2sed", `key`, in DIR/config.json: those of `value`, an
 * object; others stay. The file is replaced whole. The exit status, with a
 * message on stderr. */
int cli_config_set(const char *directory, const char *key, json_t *value);

#endif
