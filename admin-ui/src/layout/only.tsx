import { useResourceContext } from 'ra-core';
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { NotFoundBelow } from './NotFound';

/** A page of a resource at its own address alone: react-admin shows it at every address below that, too. */
export function only(Page: ComponentType) {
  return function OnlyHere() {
    const resource = useResourceContext() ?? '';
    const { '*': below = '' } = useParams();
    return below === '' ? <Page /> : <NotFoundBelow list={`/${resource}`} />;
  };
}
