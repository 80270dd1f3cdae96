import { Drawing } from './Drawing.tsx'
import { lazyPart } from './lazy-part.tsx'

// Loaded on demand, because most lists are not empty. While a drawing is loading, a blank drawing keeps its place.
const options = { waiting: <Drawing>{null}</Drawing>, missing: () => null }

export const FirstTaskDrawing = lazyPart(async () => ({ default: (await import('./drawings.tsx')).FirstTaskDrawing }), options)
export const ChecklistDrawing = lazyPart(async () => ({ default: (await import('./drawings.tsx')).ChecklistDrawing }), options)
