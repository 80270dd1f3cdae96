/** The functions of bidi-js that `lay-out-text.ts` uses. The types of the package describe its default export wrongly for Node.js. */
declare module 'bidi-js' {
  interface EmbeddingLevels {
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string): EmbeddingLevels
    getReorderSegments(text: string, levels: EmbeddingLevels): [start: number, end: number][]
    getMirroredCharacter(character: string): string | null
  }
}
