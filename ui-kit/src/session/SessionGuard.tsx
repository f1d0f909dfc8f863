import { useEffect, useState } from 'react';
import type { Me } from '../api/types';
import { useConfigQuery } from '../api/useConfig';
import { takeFarewells } from './farewell';
import { systemOf } from './leaving';
import { useLock } from './lock';
import { PasswordAgain } from './PasswordAgain';
import { useIsDown } from './reach';
import { useSessionTexts } from './texts';
import { Unreachable } from './Unreachable';
import { type Guard, useSessionGuard } from './useSessionGuard';

export { endWished } from './leaving';

type Props = Omit<Guard, 'me' | 'system' | 'isTyped'> & {
  me: Pick<Me, 'id' | 'loginName' | 'userName'> | null;
  /** What is to be told of how the stay before this page ended. */
  onFarewell?: (text: string, title: string) => void;
};

/** Watches over the session of a page, and stands over it while its person or its server is away. */
export default function SessionGuard({ onFarewell, isOver = false, ...guard }: Props) {
  const { data: config, isPending } = useConfigQuery();
  const system = systemOf(config);
  const [isTyped, setTyped] = useState(false);
  // Where the way out leads is the configuration's to say.
  useSessionGuard({ ...guard, system, isTyped, isOver: isOver && !isPending });
  const { farewells, farewellTitle } = useSessionTexts();
  useEffect(() => {
    const words = onFarewell === undefined ? [] : takeFarewells();
    if (words.length === 0) return;
    onFarewell?.(words.map((word) => farewells[word]).join(' '), farewellTitle);
  }, [onFarewell, farewells, farewellTitle]);
  const reason = useLock();
  const isDown = useIsDown();
  if (reason === null && !isDown) return null;
  if (guard.me === null) return isDown ? <Unreachable /> : null;
  // One and the same before and after the server is back: what was typed stays.
  return (
    <PasswordAgain
      person={guard.me}
      reason={reason}
      system={system}
      isDown={isDown}
      isTyped={isTyped}
      onTyped={setTyped}
    />
  );
}
