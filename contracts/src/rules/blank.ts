/** A character that can be seen. Invisible are spaces, controls, formats, surrogates, marks without a base, and blanks such as U+2800. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text has no visible character. A text of zero-width characters counts as empty in every required field. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)
