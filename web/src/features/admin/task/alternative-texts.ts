/** The texts are not in the values of the form, because a file keeps its text when it moves to another place. */
const texts = new WeakMap<File, string>()

/** Returns the alternative text that the admin entered for a file. Empty if there is none. */
export const alternativeTextOf = (file: File): string => texts.get(file)?.trim() ?? ''

export const setAlternativeText = (file: File, text: string): void => void texts.set(file, text)
