import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'

const tones: Readonly<Record<string, BadgeTone>> = { Lead: 'pending', Customer: 'approved', Lost: 'roll-back' }

/** An unknown stage is shown without color. */
export const StageBadge = ({ stage }: { stage: string }) => <Badge tone={tones[stage]}>{stage.trim() || 'No stage'}</Badge>
