/** The demo's companies, pictures and customers, which screens of tests show. */
import { readFile } from 'node:fs/promises'

export { fillSheet } from '../../demo/fill-sheet.ts'
export { logoImage, posterImage } from '../../demo/pictures/poster.ts'
export { harborPine } from '../../demo/story/harbor-pine.ts'
export type { StoryPerson } from '../../demo/story/story.ts'

/** Returns the content of a file in `deploy/demo/files`. */
export const readDemoFile = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(`../../demo/files/${name}`, import.meta.url)))
