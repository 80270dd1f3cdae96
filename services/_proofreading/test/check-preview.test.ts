import { Readable } from 'node:stream'
import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type CheckedFile, checkCampaignStep, checkPreview, type PreviewCheck } from '../src/check-preview.ts'
import { design, killCheckers, sourceOf } from './read-files.ts'
import { subjectWith } from './subject.ts'

const { signal } = new AbortController()

const picture = (position: number, bytes = design, changes: Partial<CheckedFile> = {}): CheckedFile => ({
  position,
  kind: 'image',
  width: null,
  height: null,
  alternativeText: 'A green card',
  sources: [sourceOf(bytes)],
  ...changes,
})

function previewWith(files: CheckedFile[], changes: Partial<PreviewCheck> = {}): PreviewCheck {
  const { files: _, ...subject } = subjectWith({ brief: recordOf(briefTexts, () => '') })
  return { ...subject, files, signal, ...changes }
}

it('checks a picture: its words with the profile and the calendar, and how they look', async () => {
  const company = { ...subjectWith({}).company, phone: '843-555-0124', colors: ['#0b5d52'] }
  const { findings, ...result } = await checkPreview(previewWith([picture(1)], { company }))
  const [weekday, phone] = findings
  expect(findings.map(({ certainty, kind }) => `${certainty} ${kind}`)).toEqual(['sure weekday', 'sure phone', 'likely contrast'])
  expect(phone?.message).toBe('The picture says “843-555-0142”. The phone number in the profile is (843) 555-0124.')
  expect(weekday?.place).toMatchObject({ in: 'file', position: 1 })
  expect(weekday?.place.boxes).toHaveLength(3)
  for (const { left, top, width, height } of weekday?.place.boxes ?? []) {
    expect(Math.min(left, top, width, height)).toBeGreaterThan(0)
    expect(Math.max(left + width, top + height)).toBeLessThan(1)
    expect(String(left).length).toBeLessThanOrEqual('0.1234'.length)
  }
  expect(result).toMatchObject({ uncheckedFiles: [], pictures: [{ position: 1, hash: /^[\da-f]{16}$/ }] })
})

it('reads frames of a video, and says which files could not be checked', async () => {
  const frame = await sharp(design).resize(320).jpeg().toBuffer()
  const video: Partial<CheckedFile> = { kind: 'video', width: 1280, height: 1280, seconds: 20, codec: 'hvc1.1' }
  const files = [
    picture(1, design.subarray(0, 9_000)),
    picture(2, design, { ...video, sources: [{ ...sourceOf(frame), frame: 'middle' }] }),
    picture(3, design, { ...video, codec: 'avc1', sources: [] }),
  ]
  const { findings, uncheckedFiles, pictures } = await checkPreview(previewWith(files))
  expect([uncheckedFiles, pictures]).toEqual([[1], []])
  expect(findings.map(({ kind, place: { position, frame } }) => [kind, position, frame])).toEqual([
    ['weekday', 2, 'middle'],
    ['phone', 2, 'middle'],
    ['platform-file', 2, undefined],
  ])
  const [left = 0] = (findings[0]?.place.boxes ?? []).map((box) => box.left)
  expect(left).toBeGreaterThan(0.05)
})

it('checks a step of a campaign', async () => {
  const { company, today, earlierTexts, accepted } = subjectWith({})
  const step = {
    company,
    today,
    earlierTexts,
    accepted,
    date: '2026-12-01',
    subject: 'We recieve',
    body: 'Hi {{First Name|there}}',
    signal,
  }
  const { findings } = await checkCampaignStep({ ...step, files: [picture(1)] })
  expect(findings.filter(({ certainty }) => certainty === 'sure').map(({ kind, place }) => [kind, place.in])).toEqual([
    ['weekday', 'file'],
    ['spelling', 'subject'],
  ])
})

it('throws if a file cannot be opened, or if it is aborted', async () => {
  const missing = { bytes: 10, open: () => Promise.reject(new Error('The store is gone')) }
  await expect(checkPreview(previewWith([picture(1, design, { sources: [missing] })]))).rejects.toThrow('The store is gone')
  const stop = new AbortController()
  const endless = { bytes: 10, open: async () => new Readable({ read() {} }) }
  const check = checkPreview(previewWith([picture(1, design, { sources: [endless] })], { signal: stop.signal }))
  stop.abort(new Error('The service stops'))
  await expect(check).rejects.toThrow('The service stops')
})

it('reads a file once more if its process was killed, and then gives it up', async () => {
  const killedTimes = (times: number): CheckedFile => {
    let left = times
    const open = async () => {
      if (left-- > 0) killCheckers()
      return Readable.from([design])
    }
    return picture(1, design, { sources: [{ bytes: design.length, open }] })
  }
  expect((await checkPreview(previewWith([killedTimes(1)]))).uncheckedFiles).toEqual([])
  const { uncheckedFiles, pictures } = await checkPreview(previewWith([killedTimes(2), picture(2)]))
  expect([uncheckedFiles, pictures.map(({ position }) => position)]).toEqual([[1], [2]])
})
