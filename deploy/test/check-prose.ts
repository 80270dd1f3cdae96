import { glob, readFile, writeFile } from 'node:fs/promises'
import { sep } from 'node:path'
import { type Budget, compareWithBudget } from './prose/budget.ts'
import { checkProse, type Finding, ruleNames } from './prose/rules.ts'

const BUDGET = 'deploy/test/prose/budget.json'

const excluded = new Set(['node_modules', 'dist', '.data', 'screens', 'test-results', 'coverage'])
/** The articles of the public site are not checked, because they have other readers than the documentation. */
const ARTICLES = 'web/content/'
const ENDINGS = '{md,ts,tsx,js,mjs,gs,css,yml,yaml,sh}'

async function checkFiles(): Promise<Finding[]> {
  const paths: string[] = []
  for await (const path of glob([`**/*.${ENDINGS}`, `.github/**/*.${ENDINGS}`], { exclude: (name) => excluded.has(name) })) {
    paths.push(path.split(sep).join('/'))
  }
  const findings: Finding[] = []
  for (const path of paths.filter((each) => !each.startsWith(ARTICLES)).sort())
    findings.push(...checkProse(path, await readFile(path, 'utf8')))
  return findings
}

const findings = await checkFiles()
const counts = new Map<string, number>()
for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
const { exceeded, unused, lowered } = compareWithBudget(counts, JSON.parse(await readFile(BUDGET, 'utf8')) as Budget)

if (process.argv.includes('--summary')) {
  for (const rule of ruleNames) process.stdout.write(`${String(counts.get(rule) ?? 0).padStart(5)}  ${rule}\n`)
} else {
  for (const { path, line, message } of findings) process.stdout.write(`${path}:${line}  ${message}\n`)
}
process.stdout.write(`${findings.length} findings\n`)
if (process.argv.includes('--update')) await writeFile(BUDGET, `${JSON.stringify(lowered, undefined, 2)}\n`)
else if (unused.length > 0) {
  process.stdout.write(`Fewer findings than ${BUDGET} allows. Lower it with: npm run check:prose -- --update\n`)
  for (const rule of unused) process.stdout.write(`  ${rule}\n`)
}
if (exceeded.length > 0) {
  process.stderr.write(`More findings than ${BUDGET} allows. Rewrite the new text:\n`)
  for (const rule of exceeded) process.stderr.write(`  ${rule}\n`)
  process.exitCode = 1
}
