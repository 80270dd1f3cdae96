import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'

/** Returns an open note of the owner on a picture. */
export const noteOf = (changes: Partial<PreviewNote> = {}): PreviewNote => {
  const { number = 1, previewNo = 1 } = changes
  return {
    _id: `note-${previewNo}-${number}`,
    previewId: `preview-${previewNo}`,
    previewNo,
    number,
    filePosition: 1,
    x: 0.25,
    y: 0.75,
    atMs: null,
    page: null,
    file: { kind: 'image', url: '/none.png', display: null, width: 80, height: 60 },
    body: `Please change part ${number}`,
    author: { kind: 'owner', name: 'm…@harborpine.example', isYou: true },
    visibility: 'everyone',
    state: 'open',
    version: 1,
    continues: null,
    createdAt: '2026-12-01T12:00:00.000Z',
    replies: [],
    ...changes,
  }
}
