import { readFileSync } from 'node:fs'

const image = readFileSync(new URL('Dockerfile', import.meta.url), 'utf8')

function find(instruction: RegExp): string {
  const [, found] = instruction.exec(image) ?? []
  if (!found) throw new Error(`The Dockerfile has no line that matches ${instruction}`)
  return found
}

const [, ...flags]: string[] = JSON.parse(find(/^ENTRYPOINT (.+)$/m))

/** Flags with which the image starts Node.js. */
export const imageFlags: readonly string[] = flags

export const imageV8Flags: readonly string[] = flags.filter((flag) => !flag.startsWith('--import'))

export const imageMalloc: Readonly<Record<string, string>> = Object.fromEntries(
  find(/^ENV (MALLOC_.+)$/m)
    .split(' ')
    .map((setting) => setting.split('=')),
)
