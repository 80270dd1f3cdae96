import { brand } from '@app/contracts/brand.ts'
import { Marked, type Tokens } from 'marked'

export interface ArticleFacts {
  title: string
  description: string
  date: string
  comments: number
  teaser: string
  minutes: number
}

const WORDS_A_MINUTE = 200

/** Parses front matter and Markdown. The HTML is not sanitized, because the files are part of the repository. */
export function readArticle(source: string): { facts: ArticleFacts; html: string } {
  const [, head, body] = source.replaceAll('{brand}', brand.name).match(/^---\n(.*?)\n---\n(.*)$/s) ?? []
  if (!head || !body) throw new Error('An article must begin with front matter between two lines of ---')
  const fields = frontMatter(head)
  const field = (name: string): string => {
    const value = fields.get(name)
    if (!value) throw new Error(`The front matter has no ${name}`)
    return value
  }
  const facts = {
    title: field('title'),
    description: field('description'),
    date: field('date'),
    comments: Number(field('comments')),
    teaser: field('teaser'),
    minutes: Math.round(wordsOf(body) / WORDS_A_MINUTE),
  }
  return { facts, html: htmlOf(body) }
}

const wordsOf = (markdown: string): number => markdown.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu)?.length ?? 0

/** Parses `name: value` lines. Values may be in double quotes. */
function frontMatter(head: string): Map<string, string> {
  const lines = head.split('\n').map((line) => line.match(/^(\w+): (?:"(.*)"|(.*))$/))
  return new Map(lines.map((line) => [line?.[1] ?? '', line?.[2] ?? line?.[3] ?? '']))
}

const NUMBERED = /^(\d+)\. /

function htmlOf(markdown: string): string {
  const ids = new Set<string>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const inside = this.parser.parseInline(tokens)
        return `<h${depth} id="${newId(text, ids)}">${inside.replace(NUMBERED, '<span data-number>$1.</span> ')}</h${depth}>\n`
      },
    },
  })
  return marked.parse(markdown, { async: false }).trim()
}

/** Returns an id from the words of a heading. Adds a number if the id is taken. */
function newId(heading: string, taken: Set<string>): string {
  const words = heading
    .replace(NUMBERED, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}$]+/gu) ?? ['section']
  const base = words.join('-').replaceAll('$', '')
  let id = base
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
  taken.add(id)
  return id
}
