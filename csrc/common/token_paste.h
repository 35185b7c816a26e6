/* token_paste.h - names made of parts, after the parts are expanded. */
#ifndef FQ_TOKEN_PASTE_H
#define FQ_TOKEN_PASTE_H

#define FQ_PASTED(a, b, c) a##b##c
#define FQ_PASTE(a, b, c) FQ_PASTED(a, b, c)

#endif
