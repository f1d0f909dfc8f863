import { useInstrumentNames } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** What a satellite is called; scenes that state none have a name of their own in figures. */
export function useSatelliteName(): (code: string) => string {
  const names = useInstrumentNames();
  const { received } = useAdminMessages();
  return (code) => (code === '' ? received.noSatellite : names.satellite(code));
}
