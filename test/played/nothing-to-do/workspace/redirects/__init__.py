"""Redirect rules."""
from .loader import Rule, RuleError, load, loads

__all__ = ["Rule", "RuleError", "load", "loads"]
