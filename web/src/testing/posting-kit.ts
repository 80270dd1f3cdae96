import type { PostingKit } from '@app/contracts/http/posting-kit.ts'
import { company } from './fixtures.ts'

/** Returns the posting kit of a task with one picture, for Instagram. */
export const kitOf = (changes: Partial<PostingKit> = {}): PostingKit => ({
  taskId: 5,
  companyProfileId: company._id,
  title: 'Winter bread',
  previewNo: 1,
  platforms: [
    {
      platform: 'platform_insta',
      texts: [{ part: 'text', text: 'Fresh from six. #bread', length: 22, max: 2200 }],
      hashtags: { count: 1, max: 5 },
      warnings: [],
      composerUrl: 'https://www.instagram.com/',
      containsText: false,
    },
  ],
  files: [kitFileOf(1)],
  ...changes,
})

/** Returns the picture at a place of the kit, beginning with 1. */
export const kitFileOf = (place: number): PostingKit['files'][number] => ({
  name: `0${place}-winter-bread.jpg`,
  kind: 'image',
  mediaType: 'image/jpeg',
  bytes: 204_800,
  url: `/files/public/${place}.jpg`,
  alternativeText: '',
  downloadUrl: `/files/${place}.jpg?signature=first`,
})
