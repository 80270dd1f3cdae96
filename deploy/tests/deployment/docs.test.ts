import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withEventTable } from '../../docs/event-table.ts'
import { withRouteTable } from '../../docs/route-table.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFile(join(root, file), 'utf8')
/** Folders whose documents are not checked. One of them is `web/content`, because its links are paths of the public site. */
const notOurs = new Set(['node_modules', 'dist', '.data', 'screens', 'test-results', 'content'])

async function files(...patterns: string[]): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(patterns, { cwd: root, exclude: (name) => notOurs.has(name) })) found.push(file)
  return found
}

const textOf = async (paths: string[]) => (await Promise.all(paths.map(read))).join('\n')

const withoutCode = (markdown: string): string => markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')

/** Returns the anchors that GitHub creates for the headings of a document. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

const named = (markdown: string, pattern: RegExp): string[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => (line.split(' | ')[0] ?? '').match(pattern) ?? [])

async function settingsInCode(): Promise<Set<string>> {
  const schemas = await files('{services/*,gateway}/src/**/config.ts', 'services/*/src/**/{field-cipher,limits,sheet-hosts}.ts')
  const text = await textOf([...schemas, 'deploy/local/settings.ts', 'deploy/backup/key.ts'])
  return new Set([...text.matchAll(/^ +([A-Z][A-Z0-9_]+): (?:Type\.|limit\(|oneOf|address)/gm)].map(([, name = '']) => name))
}

it('every link in the documentation leads to an existing file and heading', async () => {
  const broken: string[] = []
  for (const file of await files('**/*.md', '.github/**/*.md')) {
    for (const [, target = ''] of withoutCode(await read(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const linked = path ? relative(root, join(root, dirname(file), path)) : file
      const text = await read(linked).catch(async () => ((await files(`${linked.replace(/\/$/, '')}/*`)).length > 0 ? '' : undefined))
      if (text === undefined || (anchor && !anchorsOf(text).has(anchor))) broken.push(`${file}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

it('README.md has at most 120 lines', async () => {
  expect((await read('README.md')).trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})

it('docs/configuration.md lists exactly the settings that the programs read', async () => {
  const documented = new Set(named(await read('docs/configuration.md'), /[A-Z][A-Z0-9_]{2,}/g))
  const inCode = await settingsInCode()
  expect(inCode.size).toBeGreaterThan(60)
  expect([...inCode].filter((name) => !documented.has(name))).toEqual([])
  const sources = await textOf(await files('{services,gateway,deploy}/**/*.{ts,yaml}', 'web/vite.config.ts', 'docker-compose.yml'))
  expect([...documented].filter((name) => !sources.includes(name))).toEqual([])
})

it('docs/commands.md lists exactly the scripts of package.json', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
  const documented = named(await read('docs/commands.md'), /npm (?:run )?[a-z:-]+/g).map((command) => command.replace(/npm (run )?/, ''))
  expect(documented.sort()).toEqual(Object.keys(scripts).sort())
})

it('README.md links to every page of docs/ and docs/decisions/', async () => {
  const readme = await read('README.md')
  for (const file of await files('docs/*.md', 'docs/decisions/*.md')) expect(readme).toContain(`](${file})`)
})

it('docs/README.md has the current table of events', async () => {
  const map = await read('docs/README.md')
  expect(map, 'Update the table with: npm run docs:events').toBe(withEventTable(map))
})

it('docs/routes.md has the current table of routes', async () => {
  const document = await read('docs/routes.md')
  expect(document, 'Update the table with: npm run docs:routes').toBe(withRouteTable(document))
})
