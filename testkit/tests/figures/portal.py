"""A running site, as somebody who may see all of its statistics asks it."""

import json
import sys
import urllib.parse
import urllib.request


class Site:
    def __init__(self, url, token):
        self.url, self.token = url, token

    def open(self, path, body=None, **query):
        """The bytes of an answer."""
        text = urllib.parse.urlencode(query)
        headers = {"Authorization": "Bearer " + self.token}
        if body is not None:
            body, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(self.url + path + ("?" + text if text else ""), data=body, headers=headers)
        return urllib.request.urlopen(request).read()

    def ask(self, path, body=None, **query):
        return json.loads(self.open(path, body, **query))

    def get(self, path, days, **query):
        """What the statistics say of these days."""
        return self.ask(f"/api/stats/{path}", **query, **span(days))

    def rows(self, path, **query):
        """All rows of a list that goes on at `next`."""
        page = self.ask(path, **query)
        rows = page["items"]
        while page["next"] is not None:
            page = self.ask(path, before=page["next"], **query)
            rows += page["items"]
        return rows


def span(days):
    return {"from": days[0], "to": days[1]}


def same(what, days, said, counted):
    """How many figures were compared. Ends the program at the first that differ."""
    said, counted = list(said), list(counted)
    for one, other in zip(said, counted):
        if one != other:
            sys.exit(f"{what}, {days[0]} to {days[1]}: {one}\ncounted: {other}")
    if len(said) != len(counted):
        sys.exit(f"{what}, {days[0]} to {days[1]}: {len(said)} rows: {said[-3:]}\ncounted: {len(counted)}: {counted[-3:]}")
    return len(said)
