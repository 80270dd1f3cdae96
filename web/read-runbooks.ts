import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'

/**
 * Returns the runbooks as HTML, by the name of their alert. `operations` is the Markdown of `docs/operations.md`. A link to another runbook
 * opens that runbook in the app. The app contains no other documents, so a link to another document becomes plain text: the text of the
 * link and the path of the document.
 */
export function readRunbooks(operations: string): Record<string, string> {
  const section = operations.split('\n## Alerts\n')[1]?.split('\n## ', 1)[0]
  if (!section) throw new Error('docs/operations.md has no section "Alerts"')
  const parts = section.split('\n### ').slice(1)
  const texts = parts.map((part) => {
    const end = part.indexOf('\n')
    return { name: part.slice(0, end), text: part.slice(end) }
  })
  const nameOf = new Map(texts.map(({ name }) => [`#${name.toLowerCase()}`, name]))

  const marked = new Marked({
    renderer: {
      link({ href, tokens }: Tokens.Link) {
        const inside = this.parser.parseInline(tokens)
        const name = nameOf.get(href)
        if (name) return `<a href="?tab=operations&amp;runbook=${name}">${inside}</a>`
        const path = href.startsWith('#') ? `docs/operations.md${href}` : posix.join('docs', href)
        return `${inside} (<code>${path}</code>)`
      },
    },
  })
  return Object.fromEntries(texts.map(({ name, text }) => [name, htmlOf(marked, text)]))
}

/**
 * Converts Markdown to HTML. A code block can be wider than the panel. With `tabindex`, a code block can have the focus, so that the arrow
 * keys scroll the code.
 */
const htmlOf = (marked: Marked, text: string): string =>
  marked.parse(text, { async: false }).trim().replaceAll('<pre>', '<pre tabindex="0">')
