import { createContext, type ReactNode, use } from 'react'
import type { Surface } from '../preview-notes/notes-context.ts'

/** What a screen draws over the files of a preview, and marks in its caption. */
export interface PreviewMarks {
  /** Returns what is drawn over a picture, or over a page of a PDF file. `page` is null for a picture. */
  over: (filePosition: number, page: number | null, surface: Surface) => ReactNode
  inCaption: (caption: string) => ReactNode
}

export const PreviewMarksContext = createContext<PreviewMarks | undefined>(undefined)

/** Returns the marks of the surrounding screen. Undefined if it has none. */
export const usePreviewMarks = (): PreviewMarks | undefined => use(PreviewMarksContext)

interface MarksOverProps {
  /** 1 for the first file of the preview. */
  filePosition: number
  /** 1 for the first page of a PDF file. Null for a picture. */
  page?: number | null
  surface: Surface
}

/** The marks over a picture or a page. The surrounding element must have the size of the picture. */
export const MarksOver = ({ filePosition, page = null, surface }: MarksOverProps) => usePreviewMarks()?.over(filePosition, page, surface)
