/** The text without the run of these characters at its end. A regular expression such as `/x+$/` takes quadratic time for this. */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
