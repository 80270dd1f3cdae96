import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'

const tones: Readonly<Record<string, BadgeTone>> = { Lead: 'pending', Customer: 'approved', Lost: 'roll-back' }

/** Shows a stage in its color. A value that is no known stage is shown without color. */
export const StageBadge = ({ stage }: { stage: string }) => <Badge tone={tones[stage]}>{stage.trim() || 'No stage'}</Badge>
