/** What the messages of a service are counted by. */
export interface MessagingMetrics {
  published(count: number): void
  consumed(type: string): void
  deadLettered(type: string): void
}
