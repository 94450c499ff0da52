import {
  Brain,
  FilePen,
  FileText,
  FolderInput,
  Globe,
  Search,
  SlidersHorizontal,
  SquareTerminal,
  Trash2,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { ToolKind } from '../../shared/session/content.ts';

const icons: Readonly<Record<ToolKind, LucideIcon>> = {
  read: FileText,
  edit: FilePen,
  delete: Trash2,
  move: FolderInput,
  search: Search,
  execute: SquareTerminal,
  think: Brain,
  fetch: Globe,
  switch_mode: SlidersHorizontal,
  other: Wrench,
};

export function ToolIcon({
  kind,
  className,
}: {
  readonly kind: ToolKind;
  readonly className?: string | undefined;
}) {
  const Icon = icons[kind];
  return <Icon size={15} strokeWidth={1.6} aria-hidden className={className} />;
}
