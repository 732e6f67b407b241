import { Alert, Button } from '@mui/material';
import { Component, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';

interface BoundaryProps {
  /** Replaces the children once one of them has thrown. `retry` shows them again. */
  readonly fallback: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** React has error boundaries as classes only. */
class ErrorBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  private readonly retry = () => this.setState({ hasFailed: false });

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.retry) : this.props.children;
  }
}

interface PartProps {
  /** Its heading is `group.<name>` of the catalogue. */
  readonly name: string;
  readonly children: ReactNode;
}

/** A part of a form that fails alone: what was entered stays, and the other parts work as before. */
export function Part({ name, children }: PartProps) {
  return <ErrorBoundary fallback={(retry) => <Failed name={name} onRetry={retry} />}>{children}</ErrorBoundary>;
}

function Failed({ name, onRetry }: { readonly name: string; readonly onRetry: () => void }) {
  const t = useTranslate();
  return (
    <Alert
      severity="error"
      action={
        <Button className="short" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    >
      {t('error.part', { name: t(`group.${name}`) })}
    </Alert>
  );
}
