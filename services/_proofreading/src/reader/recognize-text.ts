import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { type GreyPicture, toPgm } from './grey-picture.ts'

/** A line of text as Tesseract recognizes it. Boxes are in pixels of the picture that it got. */
export interface RecognizedLine {
  words: RecognizedWord[]
  /** Slope of the line in degrees, clockwise. */
  angle: number
}
export interface RecognizedWord {
  text: string
  /** From 0 to 100. */
  confidence: number
  left: number
  top: number
  right: number
  bottom: number
}

/** The data that the package ships, compressed. Nothing is downloaded or cached. */
const DATA = join(dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng'))), '4.0.0_best_int')

let worker: Promise<Worker> | undefined

async function startWorker(): Promise<Worker> {
  const started = await createWorker('eng', OEM.LSTM_ONLY, { langPath: DATA, cacheMethod: 'none', gzip: true })
  // Designs are no pages with paragraphs. The other modes miss texts that stand alone.
  await started.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT })
  return started
}

/** Recognizes English text in a picture. Only the reader's process calls it, because a hostile picture can need much time and memory. */
export async function recognizeText(picture: GreyPicture): Promise<RecognizedLine[]> {
  worker ??= startWorker()
  const { data } = await (await worker).recognize(toPgm(picture), {}, { blocks: true, text: false })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((paragraph) => paragraph.lines)
  return lines.map(({ words, baseline: { x0, y0, x1, y1 } }) => ({
    angle: (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI,
    words: words.map(({ text, confidence, bbox }) => ({ text, confidence, left: bbox.x0, top: bbox.y0, right: bbox.x1, bottom: bbox.y1 })),
  }))
}
