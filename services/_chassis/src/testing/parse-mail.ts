import { type ParsedMail, simpleParser } from 'mailparser'

/** Parses a message. The HTML shows attached pictures by their content ids, as in the message. */
export const parseMail = (message: Buffer): Promise<ParsedMail> => simpleParser(message, { skipImageLinks: true })
