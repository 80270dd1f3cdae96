import { readFileSync } from 'node:fs'

const image = readFileSync(new URL('Dockerfile', import.meta.url), 'utf8')

function find(instruction: RegExp): string {
  const [, found] = instruction.exec(image) ?? []
  if (!found) throw new Error(`The Dockerfile has no line that matches ${instruction}`)
  return found
}

const [, ...flags]: string[] = JSON.parse(find(/^ENTRYPOINT (.+)$/m))

/** The flags with which the image starts Node. */
export const imageFlags: readonly string[] = flags

/** The environment variables of malloc in the image. */
export const imageMalloc: Readonly<Record<string, string>> = Object.fromEntries(
  find(/^ENV (MALLOC_.+)$/m)
    .split(' ')
    .map((setting) => setting.split('=')),
)
