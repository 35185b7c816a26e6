/* token_paste.h - joins three tokens into one name, after their macros are expanded. */
#ifndef FQ_TOKEN_PASTE_H
#define FQ_TOKEN_PASTE_H

#define FQ_PASTED(a, b, c) a##b##c
#define FQ_PASTE(a, b, c)  FQ_PASTED(a, b, c)

#endif
