import { readFile } from 'node:fs/promises'
import { posterImage } from './pictures/poster.ts'
import type { StoryFile, StoryPreview } from './story/story.ts'

type Bytes = Buffer<ArrayBuffer>

const stored = (name: string): Promise<Bytes> => readFile(new URL(`files/${name}`, import.meta.url))

/** Returns the form files and fields of a preview's file: the file itself, its poster, its alternative text, and the duration of a video. */
async function partsOf(file: StoryFile, number: number, brand: string): Promise<{ files: Record<string, Bytes>; fields: object }> {
  if ('layout' in file) {
    const alternativeText = [file.headline, file.line].filter(Boolean).join('. ')
    return { files: { [`file${number}`]: posterImage(file, brand) }, fields: { [`alternativeText${number}`]: alternativeText } }
  }
  const { name, poster, durationMs } = file
  return {
    files: { [`file${number}`]: await stored(name), [`poster${number}`]: await stored(poster) },
    fields: durationMs === undefined ? {} : { [`duration${number}`]: String(durationMs) },
  }
}

/** Returns the form fields and files of a preview with a caption. Draws its pictures, and reads its video and PDF files. */
export async function previewForm(
  { caption, files }: StoryPreview,
  brand: string,
): Promise<{ fields: Record<string, string>; files: Record<string, Bytes> }> {
  const parts = await Promise.all(files.map((file, index) => partsOf(file, index + 1, brand)))
  return {
    fields: Object.assign({ caption }, ...parts.map(({ fields }) => fields)),
    files: Object.assign({}, ...parts.map((part) => part.files)),
  }
}
