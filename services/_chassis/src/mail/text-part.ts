import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import type { Block, Draft, LinkedLine } from './draft.ts'

const linkedLine = ({ text, url, notes }: LinkedLine): string => [`- ${text}`, ...notes, url].join('\n  ')

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'quote':
      return block.text
        .split(/\r\n?|\n/)
        .map((line) => `> ${line}`)
        .join('\n')
    case 'code':
      return `    ${block.code}`
    case 'picture':
      return `${block.alt}:\n${block.src}`
    case 'section':
      return `== ${block.title} ==`
    case 'links':
      return `${block.title}\n${block.lines.map(linkedLine).join('\n')}`
    case 'company':
      return block.name
    case 'thumbnails':
      return block.thumbnails.map(({ alt }) => alt).join('\n')
    case 'action':
    case 'link':
      return `${block.label}:\n${block.url}`
    case 'actions':
      return `${block.labels.join(', or ')}:\n${block.url}`
  }
}

const footer = `-- \n${brand.name} · ${office.address}\n${office.phone} · ${brand.email}`

export function textPart({ lead, heading, blocks }: Draft): string {
  const content = lead ? [lead, ...blocks] : blocks
  return `${[heading, ...content.map(blockText), footer].join('\n\n')}\n`
}
