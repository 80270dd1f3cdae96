import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'

const tones: Readonly<Record<string, BadgeTone>> = { Lead: 'pending', Customer: 'approved', Lost: 'roll-back' }

/** A stage in its colour; what else the sheet says, in its own words. */
export const StageBadge = ({ stage }: { stage: string }) => <Badge tone={tones[stage]}>{stage.trim() || 'No stage'}</Badge>
