import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { checkPreview } from '@app/proofreading/check-preview.ts'
import { exitWith } from '../../local/console.ts'
import { say } from '../faults/fleet/report.ts'
import { type Design, designsOf } from './designs.ts'
import { layouts } from './layouts.ts'
import { photosOf } from './photos.ts'
import { type Rendered, withRenderer } from './render.ts'
import { type Checked, detailsOf, figuresOf, missedGoals, tableOf } from './results.ts'
import { watchChecker } from './watch-checker.ts'

const option = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({ options: { seed: option('1'), designs: option('300'), save: option('') } })
const [SEED, COUNT] = [Number(values.seed), Number(values.designs)]
const FAULTY_SHARE = 1 / 3
const PHOTOS = 24

/** Draws all designs. Chromium ends before the checks begin, so that it doesn't disturb their times. */
async function renderAll(designs: readonly Design[]): Promise<Rendered[]> {
  return withRenderer(await photosOf(PHOTOS, SEED), async (render) => {
    const rendered: Rendered[] = []
    for (const { layout, drawn } of designs) rendered.push(await render(layouts[layout]?.(drawn) ?? '', drawn.width, drawn.height))
    return rendered
  })
}

async function check(design: Design, { jpeg, places }: Rendered, cpuMs: () => Promise<number>): Promise<Checked> {
  const begun = await cpuMs()
  const { findings, uncheckedFiles } = await checkPreview({
    ...design.check,
    files: [
      {
        position: 1,
        kind: 'image',
        width: null,
        height: null,
        alternativeText: design.alternativeText,
        sources: [{ bytes: jpeg.length, open: async () => Readable.from([jpeg]) }],
      },
    ],
    signal: new AbortController().signal,
  })
  return { design, places, findings, isUnchecked: uncheckedFiles.length > 0, seconds: ((await cpuMs()) - begun) / 1_000 }
}

async function save(folder: string, designs: readonly Design[], rendered: readonly Rendered[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [index, { number }] of designs.entries()) await writeFile(join(folder, `${number}.jpg`), rendered[index]?.jpeg ?? '')
}

/** Implements `npm run proofread-trial`. Returns whether all goals are met. */
async function main(): Promise<boolean> {
  say(`seed ${SEED}, ${COUNT} designs`)
  const designs = designsOf(COUNT, Math.round(COUNT * FAULTY_SHARE), PHOTOS, SEED)
  const rendered = await renderAll(designs)
  if (values.save) await save(values.save, designs, rendered)
  const usage = watchChecker()
  const checked: Checked[] = []
  for (const [index, design] of designs.entries()) {
    const drawn = rendered[index]
    if (drawn) checked.push(await check(design, drawn, usage.cpuMs))
  }
  usage.stop()
  const figures = figuresOf(checked)
  say(`${detailsOf(figures)}\n\n${tableOf(figures, usage.peakMegabytes())}\n`)
  const missed = missedGoals(figures, usage.peakMegabytes())
  for (const sentence of missed) say(`MISSED ${sentence}`)
  say(missed.length === 0 ? 'PASSED.' : 'FAILED.')
  return missed.length === 0
}

process.exitCode = (await main().catch(exitWith)) ? 0 : 1
