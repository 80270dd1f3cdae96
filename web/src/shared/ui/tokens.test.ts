import { contrast } from '@app/contracts/format/readable-text-color.ts'
import { describe, expect, it } from 'vitest'
import css from './tokens.css?raw'

const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
const themes = {
  light: new Map(pairs.map(([, name, light]) => [name, light])),
  dark: new Map(pairs.map(([, name, , dark]) => [name, dark])),
}

const TEXT = 4.5
const CONTROL = 3

const read: [text: string, ground: string, atLeast: number][] = [
  ...['paper', 'raised', 'sunken', 'mat', 'hover'].flatMap((ground): [string, string, number][] => [
    ['ink', ground, TEXT],
    ['muted', ground, TEXT],
    ['brand', ground, TEXT],
    ['danger', ground, TEXT],
    ['line-control', ground, CONTROL],
    ['signal', ground, CONTROL],
  ]),
  ['faint', 'paper', CONTROL],
  ['brand-ink', 'brand', TEXT],
  ['brand-ink', 'brand-hover', TEXT],
  ['brand-ink', 'brand-active', TEXT],
  ['brand-soft-ink', 'brand-soft', TEXT],
  ['brand-soft-ink', 'sunken', TEXT],
  ['band-ink', 'band', TEXT],
  ['ink', 'sky', TEXT],
  ['ink', 'pending-soft', TEXT],
  ['muted', 'pending-soft', TEXT],
  ['danger-ink', 'danger', TEXT],
  ['danger-ink', 'danger-hover', TEXT],
  ['danger-ink', 'danger-active', TEXT],
  ['danger', 'danger-soft', TEXT],
  ['pending', 'pending-soft', TEXT],
  ['approved', 'approved-soft', TEXT],
  ['roll-back', 'roll-back-soft', TEXT],
  ['posted', 'posted-soft', TEXT],
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(read)('%s on %s has a contrast of at least %s:1', (text, ground, atLeast) => {
    const colour = (name: string) => themes[theme].get(name) ?? expect.fail(`no token --${name}`)
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(atLeast)
  })
})
