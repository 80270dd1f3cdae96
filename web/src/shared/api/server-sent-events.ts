export interface ServerSentEvent {
  /** Empty for an event without an id. */
  id: string
  name: string
  data: string
}

/**
 * Returns a function that gets the text of a stream in parts of any size, and passes each complete event to `onEvent`. It reads the format
 * that the notifications service writes: lines end with a line feed, and an event has at most one line of data. Comments and events without
 * data are ignored.
 */
export function createEventReader(onEvent: (event: ServerSentEvent) => void): (text: string) => void {
  let incomplete = ''
  return (text) => {
    const blocks = (incomplete + text).split('\n\n')
    incomplete = blocks.pop() ?? ''
    for (const event of blocks.map(eventOf)) if (event.data) onEvent(event)
  }
}

function eventOf(block: string): ServerSentEvent {
  const lines = block.split('\n')
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  return { id: field('id'), name: field('event'), data: field('data') }
}
