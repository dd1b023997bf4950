/* make_tiny_model DIR [bert|roberta [CONFIG]] - writes a model directory of
 * random weights for tests that are no C programs. */
#include "tiny_model.h"

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: make_tiny_model DIR [bert|roberta [CONFIG]]\n");
        return 2;
    }
    mkdir(argv[1], 0777);
    t2s_tiny_model(argv[1], argc > 2 && strcmp(argv[2], "roberta") == 0,
                   argc > 3 ? argv[3] : NULL);
    return 0;
}
