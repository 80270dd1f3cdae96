import { oneLine } from '@app/chassis/text/one-line.ts'

/** Returns the title of a task or document in quotation marks, for messages in lists. */
export const titleOf = ({ title }: { title: string }): string => `"${oneLine(title, 200)}"`

export const companyOf = ({ companyName }: { companyName: string }): string => oneLine(companyName, 100)
